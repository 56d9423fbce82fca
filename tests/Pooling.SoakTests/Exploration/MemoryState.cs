using System.Runtime.InteropServices;

namespace Pooling.SoakTests.Exploration;

/// <summary>The state that a schedule has produced: memory, threads, and the possible contents of the queue.</summary>
internal sealed class MemoryState
{
    internal required ThreadState[] Threads;

    /// <summary>Gets the values of each atomic location, oldest first; null if it has its initial value.</summary>
    internal required Message[]?[] Histories;

    internal required long[] Plain;

    internal required Linearization[] Candidates;

    internal MemoryState Copy() => new()
    {
        Threads = (ThreadState[])Threads.Clone(),
        Histories = (Message[]?[])Histories.Clone(),
        Plain = (long[])Plain.Clone(),
        Candidates = Candidates,
    };

    internal bool IsFinished(RingOperation[][] programs)
    {
        for (int i = 0; i < Threads.Length; i++)
        {
            if (Threads[i].Operation < programs[i].Length)
                return false;
        }

        return true;
    }

    /// <summary>Returns a fingerprint. Two states with the same fingerprint have the same further behavior.</summary>
    internal UInt128 Fingerprint(int salt)
    {
        var hash = new StateHash(salt);
        foreach (ref ThreadState thread in Threads.AsSpan())
        {
            hash.Add(thread.Operation + (thread.IsStarted ? 64 : 0) + (thread.Waits ? 128 : 0) + (thread.MissedWrite ? 256 : 0)
                + (thread.Log.Length << 9));
            hash.Add(MemoryMarshal.Cast<long, ulong>(thread.Log));
            hash.Add((long)thread.Known);
            foreach (ushort seen in thread.Seen)
                hash.Add(seen);
        }

        foreach (Message[]? history in Histories)
        {
            hash.Add(history?.Length ?? -1);
            foreach (Message message in history ?? [])
            {
                hash.Add(message.Value);
                hash.Add((long)message.Known);
                foreach (ushort seen in message.Seen ?? [])
                    hash.Add(seen);
            }
        }

        hash.Add(MemoryMarshal.Cast<long, ulong>(Plain));
        hash.Add(MemoryMarshal.Cast<Linearization, ulong>(Candidates));
        return hash.Value;
    }
}
