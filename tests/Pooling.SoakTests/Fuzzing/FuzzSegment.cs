using System.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>A segment of a sequence.</summary>
internal sealed class FuzzSegment : ReadOnlySequenceSegment<byte>
{
    internal FuzzSegment(ReadOnlyMemory<byte> memory, FuzzSegment? previous)
    {
        Memory = memory;
        if (previous is null)
            return;

        RunningIndex = previous.RunningIndex + previous.Memory.Length;
        previous.Next = this;
    }
}
