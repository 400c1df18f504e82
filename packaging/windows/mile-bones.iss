; The installer for Windows, for Inno Setup 6.3 or later. packaging/dist/windows.py calls it, and says with /D what Id,
; Version, Folder (with the program), Icon and Out are: each stands in one place, and not here.
[Setup]
AppId={#Id}
AppName=Mile Bones
AppVersion={#Version}
AppVerName=Mile Bones {#Version}
AppPublisher=The Mile Bones authors
VersionInfoVersion={#Version}
OutputDir={#Out}
OutputBaseFilename=MileBones-{#Version}-setup
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\mile-bones.exe
; For who installs it, without asking for an administrator.
PrivilegesRequired=lowest
DefaultDirName={localappdata}\Programs\Mile Bones
DisableProgramGroupPage=yes
; What Qt asks for.
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

; What an older version left there would be found by the newer one.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\Mile Bones"; Filename: "{app}\mile-bones.exe"; AppUserModelID: "{#Id}"
Name: "{autodesktop}\Mile Bones"; Filename: "{app}\mile-bones.exe"; AppUserModelID: "{#Id}"; Tasks: desktopicon

; Games are .json files, which belong to nobody: the program is offered under "Open with", and takes nothing over.
[Registry]
Root: HKA; Subkey: "Software\Classes\Applications\mile-bones.exe"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "Mile Bones"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\mile-bones.exe\shell\open\command"; ValueType: string; ValueData: """{app}\mile-bones.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\Applications\mile-bones.exe\SupportedTypes"; ValueType: string; ValueName: ".json"; ValueData: ""

[Run]
Filename: "{app}\mile-bones.exe"; Description: "{cm:LaunchProgram,Mile Bones}"; Flags: nowait postinstall skipifsilent

; Nothing is said here of the games and settings, which lie elsewhere: taking the program away leaves them.
