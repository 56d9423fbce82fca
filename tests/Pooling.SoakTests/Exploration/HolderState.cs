namespace Pooling.SoakTests.Exploration;

/// <summary>The state of one object, its pool, and the threads that use it.</summary>
internal sealed class HolderState
{
    internal required HolderThread[] Threads;
    internal required HolderMessage[][] Histories;
    internal (int Thread, int Time) LastUse = (-1, 0);
    internal int Ends; // of the initial holder's rental

    internal HolderState Copy() => new()
    {
        Threads = [.. Threads.Select(static thread => thread.Copy())],
        Histories = [.. Histories],
        LastUse = LastUse,
        Ends = Ends,
    };

    internal UInt128 Fingerprint()
    {
        var hash = new StateHash(7);
        hash.Add(LastUse.Thread);
        hash.Add(LastUse.Time);
        hash.Add(Ends);
        foreach (HolderThread thread in Threads)
        {
            hash.Add((thread.IsDone ? 2 : 0) + (thread.HasBegun ? 1 : 0));
            hash.Add(thread.NextRead);
            Add(ref hash, thread.Log);
            Add(ref hash, thread.Seen);
            Add(ref hash, thread.Clock);
        }

        foreach (HolderMessage[] history in Histories)
        {
            hash.Add(history.Length);
            foreach (HolderMessage message in history)
            {
                hash.Add(message.Value);
                Add(ref hash, message.Seen);
                Add(ref hash, message.Clock);
            }
        }

        return hash.Value;
    }

    private static void Add(ref StateHash hash, int[] numbers)
    {
        hash.Add(numbers.Length);
        foreach (int number in numbers)
            hash.Add(number);
    }
}
