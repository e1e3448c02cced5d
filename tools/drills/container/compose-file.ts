// Reads a compose file, and translates a service of it for podman.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

/** The parts of a service that the compose files use. */
interface Service {
  readonly image: string;
  readonly restart?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly ports?: readonly string[];
  readonly environment: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly deploy?: { readonly replicas: number };
  readonly depends_on?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, null>>;
}

/** Keys of a service that the translation handles, or that have no meaning without a network and other containers. */
const TRANSLATED = ["read_only", "cap_drop", "security_opt", "environment", "volumes", "tmpfs"];
const WITHOUT_MEANING = ["image", "restart", "init", "stop_grace_period", "ports", "deploy", "depends_on"];

/** Reads a compose file, and replaces the variables in its values. Throws if a variable is missing that must be set. */
export function readComposeFile(path: string, variables: Readonly<Record<string, string>>): ComposeFile {
  const replace = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (match, name: string, kind: string, usual: string) => {
      const value = variables[name];
      if (value !== undefined) return value;
      if (kind === "-") return usual;
      throw new Error(`${path} needs the variable ${name}: ${match}`);
    });
  return parse(readFileSync(path, "utf8"), (_key, value: unknown) =>
    typeof value === "string" ? replace(value) : value,
  ) as ComposeFile;
}

/** Returns the names of the volumes that services use and the file does not declare. */
export function findUndeclaredVolumes({ services, volumes = {} }: ComposeFile): string[] {
  const used = Object.values(services).flatMap((service) => service.volumes ?? []);
  return used.map((volume) => volume.split(":")[0] ?? "").filter((name) => /^\w+$/.test(name) && !(name in volumes));
}

/**
 * Returns the options of `podman run` for a service. Volumes are replaced with the given folders.
 * @throws Error if the service has a key that is not translated
 */
export function toPodmanOptions(service: Service, folders: Readonly<Record<string, string>>): string[] {
  const unknown = Object.keys(service).filter((key) => ![...TRANSLATED, ...WITHOUT_MEANING].includes(key));
  if (unknown.length > 0) throw new Error(`the drill does not know ${unknown.join(", ")} of compose files`);
  return [
    ...(service.read_only === true ? ["--read-only", "--read-only-tmpfs=false"] : []),
    ...(service.cap_drop ?? []).map((capability) => `--cap-drop=${capability}`),
    ...(service.security_opt ?? []).map((option) => `--security-opt=${option.replace(/:true$/, "")}`),
    ...(service.tmpfs ?? []).map((path) => `--tmpfs=${path}`),
    ...(service.volumes ?? []).map((volume) => {
      const [name = "", path] = volume.split(":");
      return `--volume=${folders[name]}:${path}`;
    }),
    ...Object.entries(service.environment).map(([name, value]) => `--env=${name}=${value}`),
  ];
}
