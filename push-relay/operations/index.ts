import { analytics } from "./analytics.ts";
import { deactivate } from "./deactivate-server.ts";
import { notifyDevices } from "./notify-devices.ts";
import { notifyUser } from "./notify-user.ts";
import type { Operation } from "./operation.ts";
import { registerDevice } from "./register-device.ts";
import { register } from "./register-server.ts";
import { registerToken } from "./register-token.ts";
import { testToken } from "./test-token.ts";
import { unregisterDevices } from "./unregister-devices.ts";
import { unregisterAll, unregisterToken } from "./unregister-token.ts";

/** All operations of the relay. */
export const operations: readonly Operation[] = [
  register,
  deactivate,
  analytics,
  registerDevice,
  unregisterDevices,
  notifyDevices,
  registerToken,
  unregisterToken,
  unregisterAll,
  notifyUser,
  testToken,
];
