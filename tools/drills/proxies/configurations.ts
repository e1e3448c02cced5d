// Adapts the files in deploy/proxies/ to a drill: other addresses, no certificate, and what the system's configuration
// of each proxy contains.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../paths.ts";

/** Addresses and folders of a proxy in a drill. */
export interface ProxyPlace {
  /** Folder for the files of the proxy. */
  readonly folder: string;
  readonly port: number;
  readonly upstreamPorts: readonly number[];
}

/** How a proxy is started. */
interface ProxyProgram {
  /** Name of the file in deploy/proxies. */
  readonly file: string;
  readonly command: (configuration: string, place: ProxyPlace) => readonly string[];
  readonly adapt: (text: string, place: ProxyPlace) => string;
  readonly env?: (place: ProxyPlace) => Readonly<Record<string, string>>;
}

const UPSTREAM = "127.0.0.1:9800";

/** Returns the lines that contain the address of the server once for each process, with its address. */
const repeatForEach = (text: string, { upstreamPorts }: ProxyPlace): string =>
  text.replaceAll(/^.*127\.0\.0\.1:9800.*$/gm, (line) =>
    upstreamPorts
      .map((port, index) =>
        line.replace(UPSTREAM, `127.0.0.1:${port}`).replace("server first", `server process${index}`),
      )
      .join("\n"),
  );

const without = (text: string, lines: RegExp): string => text.replaceAll(lines, "");

const nginx: ProxyProgram = {
  file: "nginx.conf",
  command: (configuration, { folder }) => ["nginx", "-p", folder, "-c", configuration],
  adapt: (text, place) => {
    const own = without(text.replace("listen 443 ssl http2", `listen 127.0.0.1:${place.port}`), /^ *ssl_.*\n/gm);
    const folders = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"].map((name) => `${name}_temp_path ${name};`);
    return `daemon off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
access_log off;
${folders.join("\n")}
${repeatForEach(own, place)}
}
`;
  },
};

const haproxy: ProxyProgram = {
  file: "haproxy.cfg",
  command: (configuration) => ["haproxy", "-db", "-f", configuration],
  adapt: (text, place) =>
    repeatForEach(text, place)
      .replace(/^ *bind .*$/m, `  bind 127.0.0.1:${place.port}`)
      .replace("X-Forwarded-Proto https", "X-Forwarded-Proto http"),
};

const apache: ProxyProgram = {
  file: "apache.conf",
  command: (configuration) => ["apache2", "-D", "FOREGROUND", "-f", configuration],
  adapt: (text, place) => {
    const modules = ["mpm_event", "authz_core", "headers", "proxy", "proxy_http"];
    const own = without(text.replace("*:443", `127.0.0.1:${place.port}`), /^ *(SSL\w+|Protocols) .*\n/gm);
    return `ServerRoot ${place.folder}
ServerName localhost
DefaultRuntimeDir ${place.folder}
PidFile ${place.folder}/apache.pid
ErrorLog error.log
User www-data
Group www-data
Listen 127.0.0.1:${place.port}
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
${own.replaceAll(UPSTREAM, `127.0.0.1:${place.upstreamPorts[0]}`)}`;
  },
};

const caddy: ProxyProgram = {
  file: "Caddyfile",
  command: (configuration) => ["caddy", "run", "--adapter", "caddyfile", "--config", configuration],
  // Without the line, Caddy would listen on all addresses of the machine.
  adapt: (text) => text.replace(/^(\{\$PARLANCE_SITE.*\{)$/m, "$1\n\tbind 127.0.0.1"),
  env: ({ folder, port, upstreamPorts }) => ({
    PARLANCE_SITE: `http://:${port}`,
    PARLANCE_UPSTREAMS: upstreamPorts.map((upstream) => `127.0.0.1:${upstream}`).join(" "),
    CADDY_ADMIN: `unix/${join(folder, "admin.sock")}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }),
};

const programs = { nginx, caddy, haproxy, apache };

export type ProxyName = keyof typeof programs;

export const proxyNames = Object.keys(programs) as readonly ProxyName[];

/** Returns the configuration of a proxy, the command that starts it with a file, and its environment. */
export function configureProxy(name: ProxyName, place: ProxyPlace) {
  const { file, command, adapt, env } = programs[name];
  const text = readFileSync(join(root, "deploy/proxies", file), "utf8");
  const path = join(place.folder, file);
  return { path, text: adapt(text, place), command: command(path, place), env: env?.(place) ?? {} };
}
