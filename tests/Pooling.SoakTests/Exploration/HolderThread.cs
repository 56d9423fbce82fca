namespace Pooling.SoakTests.Exploration;

/// <summary>The progress of a thread. The values that it has read so far determine all its further steps.</summary>
internal sealed class HolderThread
{
    internal bool HasBegun;
    internal bool IsDone;
    internal int NextRead = -1; // the location that its next access reads, if that may be an older value
    internal int[] Log = [];
    internal int[] Seen = [];
    internal int[] Clock = [];

    internal HolderThread Copy() =>
        new() { HasBegun = HasBegun, IsDone = IsDone, NextRead = NextRead, Log = Log, Seen = [.. Seen], Clock = [.. Clock] };
}
