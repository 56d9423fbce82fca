namespace Pooling.Samples.MarketData;

/// <summary>The opcodes of the feed. The letters are those of FIX.</summary>
internal enum MessageType : ushort
{
    Snapshot = 'W',
    Trade = 'X',
    Status = 'f',
}
