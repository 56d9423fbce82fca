using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Races each pair of steps that change the word of a group, round after round with a new message.</summary>
public sealed class ShareGroupRaceTests
{
    private static readonly int s_rounds = TestRounds.Of(5_000);

    private static readonly string[] s_steps = ["retain", "retain 3", "retain 30", "slice", "end 2", "end all"];

    private readonly CountingArrayPool<byte> _pool = new();
    private readonly SharedBuffer[][] _messages = new SharedBuffer[s_rounds][];
    private readonly SharedBuffer[][] _made = new SharedBuffer[2 * s_rounds][]; // by each thread in a round
    private readonly int[] _ended = new int[2 * s_rounds];

    public static TheoryData<string, string, bool> Pairs
    {
        get
        {
            var pairs = new TheoryData<string, string, bool>();
            for (int first = 0; first < s_steps.Length; first++)
            {
                for (int second = first; second < s_steps.Length; second++)
                {
                    pairs.Add(s_steps[first], s_steps[second], false);
                    pairs.Add(s_steps[first], s_steps[second], true);
                }
            }

            return pairs;
        }
    }

    /// <param name="first">The step of one thread.</param>
    /// <param name="second">The step of the other one.</param>
    /// <param name="isFull">Whether the root is full, so that shares are added to a further group, which is there and ends, too.</param>
    [Theory]
    [MemberData(nameof(Pairs))]
    public void Steps_OfTwoThreads_LeaveEachShareToItself(string first, string second, bool isFull)
    {
        long groups = ShareGroup.Statistics.InUse;
        for (int i = 0; i < s_rounds; i++)
            _messages[i] = Create(i, isFull);

        int thread = Environment.CurrentManagedThreadId;
        int raced = LockStep.Run(s_rounds, round =>
        {
            bool isFirst = Environment.CurrentManagedThreadId == thread;
            int index = (2 * round) + (isFirst ? 0 : 1);
            (_made[index], _ended[index]) = Step(isFirst ? first : second, _messages[round]);
        });

        int wrong = 0;
        for (int i = 0; i < s_rounds; i++)
            wrong += IsRight(i) ? 0 : 1;

        Assert.Equal(0, wrong);
        Assert.True(raced > 0);
        Assert.Equal(s_rounds, _pool.TotalReturned);
        _pool.AssertAllReturned();
        Assert.Equal(groups, ShareGroup.Statistics.InUse);
    }

    private SharedBuffer[] Create(int round, bool isFull)
    {
        var shares = new SharedBuffer[isFull ? ShareGroup.Size + 1 : 2];
        SharedBuffer.Create([(byte)round, 1], isFull ? shares.AsSpan(1) : shares, _pool);
        if (isFull)
            shares[0] = shares[1].Retain();

        return shares;
    }

    private static (SharedBuffer[] Made, int Ended) Step(string step, SharedBuffer[] message)
    {
        SharedBuffer share = message[^1]; // of the root, also if that is full
        SharedBuffer[] made = new SharedBuffer[step switch { "retain 3" => 3, "retain 30" => 30, "end 2" or "end all" => 0, _ => 11 }];
        int count = 0;
        if (step is "retain 3" or "retain 30")
            count = share.TryRetain(made) ? made.Length : 0;

        while (count < made.Length && (step == "retain" ? share.TryRetain(out made[count])
            : share.TryRead(out Share read) && ShareGroup.TryShare(read, out made[count])))
        {
            count++; // one after the other, so that the threads meet in one of them
        }

        int ended = 0;
        for (int i = step switch { "end 2" => 2, "end all" => message.Length, _ => 0 } - 1; i >= 0; i--)
            ended += message[i].TryReturn() ? 1 : 0;

        return ([.. made.Take(count)], ended);
    }

    /// <summary>Ends what is left of a round.</summary>
    private bool IsRight(int round)
    {
        SharedBuffer[] made = [.. _made[2 * round] ?? [], .. _made[(2 * round) + 1] ?? []];
        SharedBuffer[] all = [.. _messages[round], .. made];
        bool isRight = all.Distinct().Count() == all.Length && made.All(static share => share.IsLive);
        int ended = _ended[2 * round] + _ended[(2 * round) + 1];
        foreach (SharedBuffer share in all)
        {
            if (!share.IsLive)
                continue;

            isRight &= share.Span[0] == (byte)round && share.Span[1] == 1 && share.TryReturn() && !share.TryReturn();
            ended++;
        }

        return isRight && ended == all.Length;
    }
}
