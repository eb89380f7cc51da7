/* lectern panel build: Strapi's panel for a project, made with npm. */
#ifndef LECTERN_COMMAND_PANEL_H
#define LECTERN_COMMAND_PANEL_H

/* `arguments`: "panel", "build", and the project's folder or nothing. Returns the exit status. */
int command_panel(int count, char **arguments);

#endif
