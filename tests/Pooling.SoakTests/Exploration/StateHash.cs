using System.Numerics;

namespace Pooling.SoakTests.Exploration;

/// <summary>Computes a hash of 128 bits over numbers, which is long enough that no two of a few million states collide.</summary>
internal struct StateHash(int salt)
{
    private ulong _low = 0x9E3779B97F4A7C15 ^ (ulong)salt;
    private ulong _high = 0xC2B2AE3D27D4EB4F + (ulong)salt;

    internal readonly UInt128 Value => new(Mix(_high ^ BitOperations.RotateLeft(_low, 17)), Mix(_low));

    internal void Add(long number)
    {
        _low = (BitOperations.RotateLeft(_low, 5) ^ (ulong)number) * 0x9FB21C651E98DF25;
        _high = BitOperations.RotateLeft(_high + ((ulong)number * 0xD6E8FEB86659FD93), 29) * 0xA24BAED4963EE407;
    }

    internal void Add(ReadOnlySpan<ulong> numbers)
    {
        foreach (ulong number in numbers)
            Add((long)number);
    }

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 32)) * 0xD6E8FEB86659FD93;
        value = (value ^ (value >> 29)) * 0x9FB21C651E98DF25;
        return value ^ (value >> 32);
    }
}
