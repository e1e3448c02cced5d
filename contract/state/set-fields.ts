/** Replaces the value of a field. Does nothing if the field is absent or null: see `setFieldByName`. */
export function updateField<S extends object, K extends keyof S>(
  state: S,
  field: K,
  to: (value: NonNullable<S[K]>) => S[K],
): S {
  const value = state[field];
  return value === undefined || value === null ? state : { ...state, [field]: to(value) };
}

/**
 * Replaces the value of a field whose name was taken from an event. Does nothing if the object does not contain the
 * field.
 */
export function setFieldByName<T extends object>(target: T, name: string, value: unknown): T {
  return Object.hasOwn(target, name) ? { ...target, [name]: value } : target;
}

/** Merges the changed fields of an event into an object. Fields that are absent in the event do not change. */
export function mergeChanges<T extends object>(target: T, changes: { [K in keyof T]?: T[K] | undefined }): T {
  return { ...target, ...changes };
}
