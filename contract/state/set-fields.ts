/** Replaces one field, if the snapshot has it. */
export function updateField<S extends object, K extends keyof S>(
  state: S,
  field: K,
  to: (value: NonNullable<S[K]>) => S[K],
): S {
  const value = state[field];
  return value === undefined || value === null ? state : { ...state, [field]: to(value) };
}

/** Sets a field whose name came from an event, if the snapshot has it. */
export function setFieldByName<T extends object>(target: T, name: string, value: unknown): T {
  return Object.hasOwn(target, name) ? { ...target, [name]: value } : target;
}

/** Applies the changes of an event. Values that came as JSON are never undefined. */
export function mergeChanges<T extends object>(target: T, changes: { [K in keyof T]?: T[K] | undefined }): T {
  return { ...target, ...changes };
}
