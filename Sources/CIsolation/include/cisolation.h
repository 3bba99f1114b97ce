#pragma once
// Closes a process in: see isolation.c.
