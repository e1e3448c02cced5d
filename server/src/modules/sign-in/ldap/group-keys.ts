/**
 * What a group of the directory can be called in the operators' rules: as it is there, and by the first part of its
 * distinguished name, as `staff` for `cn=Staff,ou=groups,dc=example`. Upper and lower case, and blanks at commas, do not count.
 */
export function groupKeys(group: string): string[] {
  const whole = group.toLowerCase().replaceAll(/\s*([,=])\s*/g, "$1");
  const first = /^[a-z][a-z0-9-]*=((?:\\.|[^,+\\])+)/s.exec(whole)?.[1];
  return first === undefined ? [whole] : [whole, first.replaceAll(/\\(.)/gs, "$1")];
}
