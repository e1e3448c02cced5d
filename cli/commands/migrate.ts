import { Command } from "commander";
import { openInstallation } from "../installation.ts";
import { migrateDatabase, findPendingMigrations } from "../migrations.ts";
import { type GlobalOptions, printResult } from "../output.ts";

export const migrateCommand = (): Command =>
  new Command("migrate")
    .summary("upgrade the database to this release")
    .description(
      "Upgrades the database schema to this release. A server does this when it starts; if you run several, you can do it " +
        "in advance. This cannot be undone: make a backup first.",
    )
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://parlance@db.example.com/parlance parlance migrate")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      await using installation = await openInstallation(options);
      const { db } = installation;
      const applied = await findPendingMigrations(db);
      await migrateDatabase(db, () => undefined);
      const text = applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`;
      printResult(options, { applied }, text);
    });
