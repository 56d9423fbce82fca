namespace Pooling.Buffers;

/// <summary>The content of a share: a part of one tenancy of a message.</summary>
internal struct Share
{
    internal ShareGroup Root; // the first group of the message
    internal long Tenancy; // of the root, in its place in the word
    internal byte[] Array;
    internal int Start;
    internal int Length;
}
