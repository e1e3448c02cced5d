/**
 * Environment variables with which a server or command ignores the settings file in /etc. Without them, a process under
 * test would use the settings, and even the database, of a server that is installed on this machine.
 */
export const NO_SYSTEM_SETTINGS = { PARLANCE_SYSTEM_CONFIG: "" };
