// Builds a Debian package from the files of a distribution.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { settingsTemplate } from "@parlance/kernel/config/text/settings-template.ts";
import { settingTables } from "@parlance/server/app/config/setting-tables.ts";
import { settings } from "@parlance/server/app/config/settings.ts";
import { root } from "../paths.ts";
import { createGzip } from "./archive.ts";
import { createFile, DistributionError, type File, moveTo } from "./file.ts";
import type { Platform } from "./platforms.ts";

/** Folder of the files that only the package has. */
const SOURCES = join(root, "deploy/debian");
const PROGRAM_FOLDER = "usr/lib/parlance";
const DOCUMENT_FOLDER = "usr/share/doc/parlance";
const CONTROL_SCRIPTS = ["config", "postinst", "prerm", "postrm"];
/** Names of the architectures in Debian, by those of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const MAINTAINER = "Parlance maintainers <maintainers@parlance.invalid>";

interface DebianPackageOptions {
  /** Files of the distribution, relative to its folder. */
  readonly files: readonly File[];
  readonly platform: Platform;
  readonly version: string;
  /** Time of all files in the package. */
  readonly built: Date;
}

/** Returns true if there are Debian systems for a platform. */
export const hasDebianPackage = ({ os }: Platform): boolean => os === "linux";

/**
 * Builds a package in a folder, and returns its path. The same files always result in the same bytes.
 * @throws DistributionError
 */
export async function buildDebianPackage(folder: string, options: DebianPackageOptions): Promise<string> {
  const architecture = ARCHITECTURES[options.platform.cpu] ?? options.platform.cpu;
  const version = `${options.version}-1`;
  const path = join(folder, `parlance_${version}_${architecture}.deb`);
  const files = await collectFiles(version, options);
  const staged = mkdtempSync(join(tmpdir(), "parlance-deb-"));
  try {
    chmodSync(staged, 0o755);
    for (const file of [...files, ...moveTo("DEBIAN", controlFiles(files, { version, architecture }))])
      stage(staged, file);
    const { status, stderr, error } = spawnSync("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", staged, path], {
      encoding: "utf8",
      env: { ...process.env, SOURCE_DATE_EPOCH: String(options.built.getTime() / 1000) },
    });
    if (error !== undefined) throw new DistributionError("there is no dpkg-deb: apt-get install dpkg");
    if (status !== 0) throw new DistributionError(`dpkg-deb failed: ${stderr.trim()}`);
    return path;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

/** Returns the files that the package installs. */
async function collectFiles(version: string, { files, built }: DebianPackageOptions): Promise<File[]> {
  const changelog = files.find(({ path }) => path === "CHANGELOG.md")?.content;
  const compress = async (name: string, content: Uint8Array) =>
    createFile(`${DOCUMENT_FOLDER}/${name}.gz`, await createGzip(Uint8Array.from(content)));
  return [
    ...moveTo(PROGRAM_FOLDER, files),
    { ...createFile("usr/bin/parlance", readSource("parlance.sh")), isExecutable: true },
    createFile("usr/lib/systemd/system/parlance.service", readSource("parlance.service")),
    createFile("usr/share/parlance/parlance.toml", createSettingsFile()),
    createFile("usr/share/lintian/overrides/parlance", readSource("lintian-overrides")),
    createFile(`${DOCUMENT_FOLDER}/copyright`, readSource("copyright")),
    await compress("changelog.Debian", Buffer.from(formatChangelog(version, built))),
    ...(changelog instanceof Uint8Array ? [await compress("changelog", changelog)] : []),
  ];
}

/** Returns the settings file of a new installation: every setting as a comment, except for the data directory. */
function createSettingsFile(): string {
  const template = settingsTemplate(settings, settingTables, { isInDataDirectory: false });
  const text = template.replace(/^#data_dir = .*$/m, 'data_dir = "/var/lib/parlance"');
  if (text === template) throw new DistributionError("the template of the settings file has no data_dir");
  return text;
}

/** Returns the files that describe the package, and the scripts that dpkg runs. */
function controlFiles(files: readonly File[], about: { readonly version: string; readonly architecture: string }) {
  const contents = files.flatMap(({ path, content }) => (content instanceof Uint8Array ? [{ path, content }] : []));
  const bytes = contents.reduce((sum, { content }) => sum + content.length, 0);
  const sums = contents.map(({ path, content }) => `${createHash("md5").update(content).digest("hex")}  ${path}\n`);
  return [
    createFile("control", formatControl({ ...about, kilobytes: Math.ceil(bytes / 1024) })),
    createFile("md5sums", sums.toSorted().join("")),
    createFile("templates", readSource("control/templates")),
    ...CONTROL_SCRIPTS.map((name) => ({ ...createFile(name, readSource(`control/${name}`)), isExecutable: true })),
  ];
}

interface ControlFields {
  readonly version: string;
  readonly architecture: string;
  readonly kilobytes: number;
}

const formatControl = ({ version, architecture, kilobytes }: ControlFields): string => `Package: parlance
Version: ${version}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 8), adduser, debconf (>= 0.5) | debconf-2.0
Section: net
Priority: optional
Description: self-hosted team-chat server whose conversations have topics
 Parlance is a chat server for teams, with channels, topics, direct messages,
 search, notifications and a web client.
 .
 This package contains everything that the server needs, including Node and
 PostgreSQL. The server listens on http://127.0.0.1:9800 after the
 installation.
`;

const formatChangelog = (version: string, built: Date): string => `parlance (${version}) stable; urgency=medium

  * Release ${version.replace(/-\d+$/, "")}. The changes are in changelog.gz.

 -- ${MAINTAINER}  ${built.toUTCString().replace("GMT", "+0000")}
`;

const readSource = (name: string): Buffer => readFileSync(join(SOURCES, name));

/** Matches libraries, which are not executable in Debian packages. */
const LIBRARY = /\.so(\.[\d.]+)?$/;

/** Writes a file below a folder, with the permissions that it has in the package. */
function stage(folder: string, { path, content, isExecutable }: File): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
  if (!(content instanceof Uint8Array)) return symlinkSync(content.link, target);
  writeFileSync(target, content);
  chmodSync(target, isExecutable && !LIBRARY.test(path) ? 0o755 : 0o644);
}
