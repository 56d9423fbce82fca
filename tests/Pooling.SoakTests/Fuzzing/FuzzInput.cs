using System.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Bytes in an array that is full of other bytes in front of them and behind them.</summary>
internal sealed class FuzzInput
{
    /// <summary>The byte around most inputs. It is in none of them.</summary>
    internal const byte Canary = 0xC7;

    private const int Margin = 40; // longer than any number

    private readonly byte[] _array;
    private readonly byte _canary;
    private readonly int _length;

    internal FuzzInput(ArrayPool<byte> arrays, ReadOnlySpan<byte> bytes, byte canary)
    {
        _array = arrays.Rent(bytes.Length + (2 * Margin));
        _canary = canary;
        _length = bytes.Length;
        _array.AsSpan(0, _length + (2 * Margin)).Fill(canary);
        bytes.CopyTo(_array.AsSpan(Margin));
    }

    internal Memory<byte> Memory => _array.AsMemory(Margin, _length);

    /// <summary>Checks that nothing was written, and returns the array.</summary>
    internal void Return(ArrayPool<byte> arrays, ReadOnlySpan<byte> expected)
    {
        SoakException.ThrowUnless(Memory.Span.SequenceEqual(expected), "The bytes that were read have changed.");
        SoakException.ThrowUnless(
            _array.AsSpan(0, Margin).IndexOfAnyExcept(_canary) < 0 && _array.AsSpan(Margin + _length, Margin).IndexOfAnyExcept(_canary) < 0,
            "A byte outside of the memory was written.");
        arrays.Return(_array);
    }
}
