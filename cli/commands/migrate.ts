import { Command } from "commander";
import { openInstallation } from "../installation.ts";
import { bringUpToDate, pendingMigrations } from "../migrations.ts";
import { type GlobalOptions, print } from "../output.ts";

export const migrateCommand = (): Command =>
  new Command("migrate")
    .summary("bring the database up to this release")
    .description(
      "Brings the database up to this release. Servers do it themselves when they start; with several of them it can be " +
        "done in advance. There is no way back: make a backup first.",
    )
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://parlance@db.example.com/parlance parlance migrate")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      await using installation = await openInstallation(options);
      const { db } = installation;
      const applied = await pendingMigrations(db);
      await bringUpToDate(db, () => undefined);
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`;
      print(options, { applied }, text);
    });
