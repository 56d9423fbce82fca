namespace Pooling.Benchmarks.Dispatch;

/// <summary>Is called for each key.</summary>
internal interface IOpcodeKeyVisitor
{
    void Visit<TKey>(ushort opcode) where TKey : struct, IOpcodeKey;
}
