// The services of the plugin users-permissions.

export const usersPermissionsServices = () => ({});
