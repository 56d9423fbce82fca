namespace Pooling.Samples.RespClient;

/// <summary>The kinds of replies, by their first byte.</summary>
internal enum RespType : byte
{
    None,
    Simple = (byte)'+',
    Error = (byte)'-',
    Integer = (byte)':',
    Bulk = (byte)'$',
    Array = (byte)'*',
}
