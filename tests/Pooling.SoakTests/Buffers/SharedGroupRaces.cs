using System.Buffers.Binary;
using Pooling.Buffers;

namespace Pooling.SoakTests.Buffers;

/// <summary>Tests a million messages with more shares than one group has. Two threads end every share of a message, in step, and retain
/// shares in between: one, several, or slices. Both also make messages in the memory of those that have just ended, so that late calls meet
/// groups of other messages. The bytes of every message identify it, and returned arrays are overwritten.</summary>
internal sealed class SharedGroupRaces : ISoak
{
    private const int Batch = 256;
    private const int Threads = 2;
    private const int MaxShares = 60;
    private const long Nobody = -1;

    private readonly SoakArrayPool _arrays = new();
    private readonly SharedBuffer[][] _messages = new SharedBuffer[Batch][];
    private readonly StepMeeting _meeting = new();
    private readonly Random _random = new(37);
    private bool _isRacing;
    private long _firstOfBatch;
    private long _shares;
    private long _ended;
    private long _retained;
    private long _refused;
    private long _wrong;

    public string Name => "shared-group-races";

    public string Run(int factor)
    {
        int rounds = factor * 1_000_000 / Batch + 1;
        long inUse = ShareGroup.Statistics.InUse;
        using var phase = new Barrier(Threads, _ =>
        {
            if (_isRacing)
            {
                SoakException.ThrowUnless(_ended == _shares, $"{_shares} shares have ended {_ended} times.");
                SoakException.ThrowUnless(ShareGroup.Statistics.InUse == inUse, "Groups were not all given back exactly once.");
                SoakException.ThrowUnless(_arrays.Outstanding == 0, $"{_arrays.Outstanding} arrays were lost or returned twice.");
            }
            else
            {
                StartBatch();
            }

            _isRacing = !_isRacing;
        });
        Workers.Run(Threads, index =>
        {
            var thread = new Racer(this, index);
            for (int round = 0; round < rounds; round++)
            {
                phase.SignalAndWait();
                thread.Race(round);
                phase.SignalAndWait();
            }
        });

        SoakException.ThrowUnless(_wrong == 0, $"{_wrong} shares had the bytes of another message, or ended for another.");
        SoakException.ThrowUnless(_retained > 0 && _refused > 0, "The threads never raced.");
        return $"{(long)rounds * Batch:N0} messages, {_shares:N0} shares that both threads ended, {_retained:N0} retained and "
            + $"{_refused:N0} refused, 0 wrong, 0 leaks";
    }

    private void StartBatch()
    {
        _firstOfBatch += Batch;
        for (int i = 0; i < Batch; i++)
        {
            _messages[i] ??= new SharedBuffer[MaxShares];
            Span<SharedBuffer> shares = _messages[i];
            int atOnce = _random.Next(1, MaxShares + 1);
            Create(_firstOfBatch + i, shares[..atOnce]);
            for (int next = atOnce; next < MaxShares; next++)
                shares[next] = next % 5 == 0 ? shares[next / 2].Slice(0) : shares[next / 2].Retain();

            _shares += MaxShares;
        }
    }

    private void Create(long name, Span<SharedBuffer> shares)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, name);
        SharedBuffer.Create(bytes, shares, _arrays);
    }

    /// <summary>One of the threads, with what it counts.</summary>
    private sealed class Racer(SharedGroupRaces races, int index)
    {
        private readonly Random _random = new(index);
        private readonly SharedBuffer[] _own = new SharedBuffer[MaxShares]; // of messages in the memory of others
        private readonly SharedBuffer[] _made = new SharedBuffer[40];
        private int _owned;
        private long _ended;
        private long _retained;
        private long _refused;
        private long _wrong;

        internal void Race(int round)
        {
            (_ended, _retained, _refused, _wrong) = (0, 0, 0, 0);
            int alone = 0;
            for (int i = 0; i < Batch; i++)
            {
                if (--alone <= 0 && !races._meeting.Meet(index, (long)round * Batch + i))
                    alone = StepMeeting.StepsAlone;

                EndAll(races._messages[i], races._firstOfBatch + i);
                EndOwn();
                _owned = _random.Next(1, MaxShares + 1);
                races.Create(Nobody, _own.AsSpan(0, _owned)); // the next message in the same memory
            }

            EndOwn();
            Interlocked.Add(ref races._ended, _ended);
            Interlocked.Add(ref races._retained, _retained);
            Interlocked.Add(ref races._refused, _refused);
            Interlocked.Add(ref races._wrong, _wrong);
        }

        private void EndAll(SharedBuffer[] shares, long name)
        {
            int step = _random.Next(64);
            for (int i = 0; i < MaxShares; i++)
            {
                if ((i + step) % 8 == 0)
                    Retain(shares[_random.Next(i, MaxShares)], name);

                _ended += shares[i].TryReturn() ? 1 : 0;
            }

            Retain(shares[^1], name); // too late, unless the other thread is still in the middle
        }

        private void Retain(SharedBuffer share, long name)
        {
            Span<SharedBuffer> made = _made.AsSpan(0, 1);
            bool isMade;
            switch (_random.Next(4))
            {
                case 0:
                    made = _made.AsSpan(0, _random.Next(2, _made.Length));
                    isMade = share.TryRetain(made);
                    break;

                case 1:
                    isMade = share.TryRead(out Share read) && ShareGroup.TryShare(read, out made[0]);
                    break;

                default:
                    isMade = share.TryRetain(out made[0]);
                    break;
            }

            if (!isMade)
            {
                _refused++;
                return;
            }

            _retained++;
            foreach (SharedBuffer each in made)
            {
                if (BinaryPrimitives.ReadInt64LittleEndian(each.Span) != name || !each.TryReturn() || each.TryReturn())
                    _wrong++;
            }
        }

        private void EndOwn()
        {
            foreach (SharedBuffer share in _own.AsSpan(0, _owned))
            {
                if (BinaryPrimitives.ReadInt64LittleEndian(share.Span) != Nobody || !share.TryReturn())
                    _wrong++;
            }

            _owned = 0;
        }
    }
}
