namespace Pooling.Buffers;

/// <summary>The content of a share: a part of one tenancy of a message.</summary>
internal struct Share
{
    internal SharedMessage Message;
    internal byte[] Array;
    internal long Tenancy; // of the message
    internal int Start;
    internal int Length;
}
