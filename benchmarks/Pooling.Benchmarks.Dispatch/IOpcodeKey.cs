namespace Pooling.Benchmarks.Dispatch;

/// <summary>An opcode as a type, so that each has code of its own.</summary>
internal interface IOpcodeKey
{
    static abstract int Value { get; }
}
