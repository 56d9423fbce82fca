using System.Buffers;

namespace Pooling.Json;

/// <summary>A segment of a sequence, appended to another one.</summary>
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
