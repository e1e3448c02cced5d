import { Command } from "commander";
import { configCheckCommand } from "./config-check.ts";
import { configInitCommand } from "./config-init.ts";
import { configShowCommand } from "./config-show.ts";

export const configCommand = (): Command =>
  new Command("config")
    .summary("create, check or show the settings")
    .description(
      "Settings are read from one file, parlance.toml, and from environment variables, which override it. The file is the first of: " +
        "the one of --config, the one of PARLANCE_CONFIG, parlance.toml in the data directory, /etc/parlance/parlance.toml. " +
        "It consists of tables:\n\n" +
        '  [web]\n  port = 8080\n  external_url = "https://chat.example.com"\n\n' +
        "docs/settings.md describes all settings.",
    )
    .addCommand(configInitCommand())
    .addCommand(configCheckCommand())
    .addCommand(configShowCommand());
