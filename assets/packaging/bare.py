"""An empty window, the baseline for the game's size and start-up time."""

import os

os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

pygame.display.init()
window = pygame.Window("Bare", (1280, 720), resizable=True)
window.get_surface().fill("#125448")
window.flip()
print("first frame", flush=True)
while pygame.event.wait().type not in {pygame.QUIT, pygame.WINDOWCLOSE}:
    window.get_surface().fill("#125448")
    window.flip()
