/** What is exported: what all members can read; or that, and what those can read who consent. */
export const exportTypes = { public: 1, withConsent: 2 } as const;
