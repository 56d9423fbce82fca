namespace Pooling.SoakTests.Exploration;

/// <summary>Where a thread is: what it has read so far decides everything that it does next.</summary>
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
