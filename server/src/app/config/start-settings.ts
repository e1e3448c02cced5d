import { folderPath, integer, oneOf, optional, origin, setting, string } from "@parlance/kernel/config/setting.ts";

/** Settings of the address on which the server listens, and of its public URL. */
export const listenSettings = {
  host: setting(string("an IP address or a host name", /^[\w.:-]+$/), {
    key: "web.host",
    variable: "PARLANCE_HOST",
    default: "127.0.0.1",
    meaning: "Address to listen on. The default suits a server behind a reverse proxy on the same machine.",
  }),
  port: setting(integer(0, 65_535), {
    key: "web.port",
    variable: "PARLANCE_PORT",
    default: 9800,
    meaning: "TCP port to listen on; 0 picks a free port.",
  }),
  externalUrl: optional(origin, {
    key: "web.external_url",
    variable: "PARLANCE_EXTERNAL_URL",
    defaultText: "the address it listens on",
    meaning:
      "Public URL of the server. Each organization is at a subdomain of this host, or at the host itself; links in emails and responses begin with this URL.",
  }),
};

/** Settings that the start of a server needs. */
export const startSettings = {
  dataDir: setting(folderPath, {
    selectsDataDirectory: true,
    key: "server.data_dir",
    variable: "PARLANCE_DATA_DIR",
    default: "./data",
    meaning: "Data directory: contains the embedded database, the secret and uploaded files.",
  }),
  secret: optional(string("at least 32 characters", /^.{32,}$/s), {
    key: "server.secret",
    variable: "PARLANCE_SECRET",
    isSecret: true,
    defaultText: "generated at the first start and stored in `secret.key` in the data directory",
    meaning:
      "Secret from which API keys are derived. All processes of an installation must use the same one. Anyone who knows it can act as any user.",
  }),
  postgresBin: optional(folderPath, {
    key: "database.postgres_bin",
    variable: "PARLANCE_POSTGRES_BIN",
    defaultText: "the bundled programs",
    meaning: "Folder with the PostgreSQL programs (`postgres`, `initdb`), for platforms without bundled ones.",
  }),
  logLevel: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
    key: "server.log_level",
    variable: "PARLANCE_LOG_LEVEL",
    default: "info",
    meaning: "Minimum level of the messages that are logged.",
  }),
};
