using Pooling.GameServer.World;

namespace Pooling.GameServer.Bots;

/// <summary>The path of a bot, and its expected position after each input.</summary>
internal sealed class BotWalk(int seed, bool gathers = false)
{
    private const int Remembered = 1024; // inputs whose answers may still be pending

    private readonly Random _random = new(seed);
    private readonly (int X, int Y)[] _positions = new (int, int)[Remembered];
    private int _dx;
    private int _dy;

    public uint Sequence { get; private set; }

    public (int X, int Y) Position { get; private set; }

    public void Start(int x, int y) => Position = (x, y);

    /// <summary>Makes a step, usually in the same direction as before.</summary>
    public (uint Sequence, int Dx, int Dy) Step()
    {
        if (_random.Next(8) == 0)
        {
            _dx = _random.Next(-WorldRules.MaxStep, WorldRules.MaxStep + 1);
            _dy = _random.Next(-WorldRules.MaxStep, WorldRules.MaxStep + 1);
        }

        if (gathers)
            (_dx, _dy) = (Towards(Position.X, _dx), Towards(Position.Y, _dy));

        Sequence++;
        Position = (WorldRules.Move(Position.X, _dx), WorldRules.Move(Position.Y, _dy));
        _positions[Sequence % Remembered] = Position;
        return (Sequence, _dx, _dy);
    }

    // Into the square of the grid in the middle of the world, and around within it.
    private static int Towards(int position, int step)
    {
        const int Middle = ((WorldRules.Size + 1) / 2) + (1 << WorldRules.CellShift >> 1);
        const int Reach = (1 << WorldRules.CellShift >> 1) - WorldRules.MaxStep - 1;
        return position < Middle - Reach ? WorldRules.MaxStep : position > Middle + Reach ? -WorldRules.MaxStep : step;
    }

    /// <summary>Whether an answer is correct.</summary>
    public bool IsRight(uint sequence, int x, int y) =>
        sequence <= Sequence && Sequence - sequence < Remembered && _positions[sequence % Remembered] == (x, y);
}
