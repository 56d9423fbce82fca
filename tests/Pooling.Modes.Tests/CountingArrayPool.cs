using System.Buffers;

namespace Pooling.Modes;

/// <summary>An array pool of a user's own.</summary>
internal sealed class CountingArrayPool : ArrayPool<byte>
{
    internal int Rented { get; private set; }

    internal int Returned { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        Rented++;
        return new byte[minimumLength];
    }

    public override void Return(byte[] array, bool clearArray = false) => Returned++;
}
