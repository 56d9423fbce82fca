using System.Buffers;

namespace Pooling.Json;

/// <summary>One segment of a sequence, hung behind another.</summary>
internal sealed class SequenceSegment : ReadOnlySequenceSegment<byte>
{
    internal SequenceSegment(ReadOnlyMemory<byte> memory, SequenceSegment? previous)
    {
        Memory = memory;
        if (previous is null)
            return;

        RunningIndex = previous.RunningIndex + previous.Memory.Length;
        previous.Next = this;
    }
}
