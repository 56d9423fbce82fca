using System.Buffers.Binary;
using Pooling.Buffers;

namespace Pooling.SoakTests.Buffers;

/// <summary>Tests ten million messages. One thread ends the last share of a message, and rents the same memory for the next message
/// immediately, while another thread retains the share too late, in step with the first. The late retain has two parts: the share is read
/// while it is valid, and retained when it may have ended, so that every message tests the gap between the two, which otherwise occurs only
/// by chance. The bytes of every message identify it.</summary>
internal sealed class SharedBufferRaces : ISoak
{
    private const int Batch = 8192;
    private const int Threads = 2;
    private const long Nobody = -1;

    private readonly SoakArrayPool _arrays = new();
    private readonly SharedBuffer[] _current = new SharedBuffer[Batch];
    private readonly SharedBuffer[] _next = new SharedBuffer[Batch]; // in the memory of the current ones, after those have ended
    private readonly SharedBuffer[] _ofBoth = new SharedBuffer[Batch]; // shares that both threads end
    private readonly SharedBuffer[] _stale = new SharedBuffer[Batch];
    private readonly Share[] _read = new Share[Batch];
    private readonly Share[] _staleRead = new Share[Batch];
    private readonly StepMeeting _meeting = new();
    private long _firstOfBatch = 1;
    private SharedBuffer _everybodys; // shared by all threads all the time
    private bool _isRacing;
    private long _retained;
    private long _refused;
    private long _wrong;

    public string Name => "shared-buffer-races";

    public string Run(int factor)
    {
        int rounds = factor * 10_000_000 / Batch + 1;
        long inUse = InUse;
        using var phase = new Barrier(Threads, _ =>
        {
            if (_isRacing)
            {
                _everybodys.TryReturn();
                SoakException.ThrowUnless(InUse == inUse, "Messages or shares were not all given back exactly once.");
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
            for (int round = 0; round < rounds; round++)
            {
                phase.SignalAndWait();
                Race(index, round);
                phase.SignalAndWait();
            }
        });

        SoakException.ThrowUnless(_wrong == 0, $"{_wrong} stale accesses were accepted.");
        SoakException.ThrowUnless(_retained > 0 && _refused > 0, "The threads never raced.");
        return $"{(long)rounds * Batch:N0} messages, {_retained:N0} late retains in time and {_refused:N0} refused, "
            + "0 stale accesses accepted, 0 leaks";
    }

    private static long InUse => ShareGroup.Statistics.InUse;

    private void StartBatch()
    {
        _current.CopyTo(_stale, 0);
        _read.CopyTo(_staleRead, 0);
        bool isFirst = _stale[0] == default;
        _firstOfBatch += Batch;
        _everybodys = Create(Nobody);
        for (int i = 0; i < Batch; i++)
        {
            _current[i] = Create(_firstOfBatch + i);
            _ofBoth[i] = _current[i].Retain();
            SoakException.ThrowUnless(_current[i].TryRead(out _read[i]), "A live share could not be read.");
        }

        for (int i = 0; i < Batch && !isFirst; i++)
        {
            _stale[i].Dispose(); // too late: another message uses the memory now
            if (_stale[i].TryRetain(out SharedBuffer late) || ShareGroup.TryShare(_staleRead[i], out late))
            {
                _wrong++;
                late.Dispose();
            }
        }
    }

    /// <summary>Processes the messages in step. The threads take turns in owning them.</summary>
    private void Race(int index, int round)
    {
        long retained = 0;
        long refused = 0;
        long wrong = 0;
        int alone = 0;
        for (int i = 0; i < Batch; i++)
        {
            if (--alone <= 0 && !_meeting.Meet(index, (long)round * Batch + i))
                alone = StepMeeting.StepsAlone;

            _everybodys.Retain().TryReturn();
            Thread.SpinWait((i * (index + 3) + round) & 3); // so that they meet each other in all places
            _ofBoth[i].Dispose();
            if ((i & 1) == index)
            {
                _current[i].Dispose();
                _next[i] = Create(Nobody);
                continue;
            }

            for (int way = 0; way < 2; way++)
            {
                if (!(way == 0 ? ShareGroup.TryShare(_read[i], out SharedBuffer late) : _current[i].TryRetain(out late)))
                {
                    refused++;
                    continue;
                }

                // While this share is valid, no other message may use the memory, so its content is unchanged.
                retained++;
                if (BinaryPrimitives.ReadInt64LittleEndian(late.Span) != _firstOfBatch + i)
                    wrong++;
                late.TryReturn();
                if (late.TryRetain(out _))
                    wrong++;
            }
        }

        for (int i = index; i < Batch; i += Threads)
            _next[i].TryReturn();

        Interlocked.Add(ref _retained, retained);
        Interlocked.Add(ref _refused, refused);
        Interlocked.Add(ref _wrong, wrong);
    }

    private SharedBuffer Create(long name)
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, name);
        return SharedBuffer.Create(bytes, _arrays);
    }
}
