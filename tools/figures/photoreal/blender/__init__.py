"""What Blender's own Python runs; the module bpy is there and nowhere else."""
