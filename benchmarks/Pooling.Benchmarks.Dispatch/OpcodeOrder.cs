namespace Pooling.Benchmarks.Dispatch;

/// <summary>In which order opcodes arrive.</summary>
public enum OpcodeOrder
{
    Random,
    Rotating,
    Single,
}
