namespace Pooling.Samples.ClusterHub;

/// <summary>Tests of who waits for room, and for how long.</summary>
public sealed class BacklogTests
{
    private const int Max = 256 * 1024;
    private const int Short = HubNode.MinCharge;

    private readonly Budget _budget = new(null, 1 << 20);
    private readonly Backlog _backlog;

    public BacklogTests() => _backlog = new Backlog(_budget, Max);

    [Fact]
    public void AddAsync_MuchIsFreeButNotEnough_Waits()
    {
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(60_000, canWait: true));

        Task<Backlog.Outcome> adding = _backlog.AddAsync(90_000);

        Assert.False(adding.IsCompleted);
        _backlog.Remove();
        Assert.True(adding.IsCompleted);
        Assert.Equal(90_000, _budget.Used);
    }

    [Fact]
    public void Add_LongMessageWaits_ShortOnesDoNotOvertakeIt()
    {
        _backlog.Add(60_000, canWait: true);
        _backlog.Add(60_000, canWait: true);
        Task<Backlog.Outcome> first = _backlog.AddAsync(HubNode.MaxPacket), second = _backlog.AddAsync(Short);

        _backlog.Remove();

        Assert.False(first.IsCompleted || second.IsCompleted);
        Assert.Equal(Backlog.Outcome.Full, _backlog.Add(Short, canWait: true));
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(Short, canWait: false)); // of another node
        _backlog.Remove();
        _backlog.Remove();
        Assert.True(first.IsCompleted && second.IsCompleted);
        Assert.Equal(HubNode.MaxPacket + Short, _budget.Used);
    }

    [Fact]
    public void AddAsync_MemberTakesWhatOtherNodesSend_GetsItsTurn()
    {
        _backlog.Add(Max / 2, canWait: true);
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Short);

        for (int i = 0; i < 1_000; i++)
        {
            Assert.Equal(Backlog.Outcome.Added, _backlog.Add(10_000, canWait: false));
            _backlog.Remove();
            Assert.False(_backlog.IsSlow(i * 100, TimeSpan.FromSeconds(5)));
        }

        Assert.True(adding.IsCompleted);
    }

    [Fact]
    public async Task AddAsync_OthersTakeTheBudget_DoesNotWaitForMessagesOfOtherNodes()
    {
        _backlog.Add(Short, canWait: true);
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Max / 2);
        _backlog.Add(Short, canWait: false);
        _budget.Add(_budget.Free - Short);

        _backlog.Remove();

        Assert.True(adding.IsCompleted);
        Assert.Equal(Backlog.Outcome.Lost, await adding);
    }

    [Fact]
    public async Task Add_OthersTakeTheBudget_NobodyWaitsForOneForWhomNothingWaits()
    {
        _budget.Add(1 << 20);

        Assert.Equal(Backlog.Outcome.Lost, _backlog.Add(Short + 1, canWait: true));
        Assert.Equal(Backlog.Outcome.Lost, _backlog.Add(Short + 1, canWait: false));
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(Short, canWait: true));
        Assert.Equal(Backlog.Outcome.Lost, _backlog.Add(Short, canWait: false));
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Short + 1);
        Assert.False(adding.IsCompleted); // the clock of the member runs
        _backlog.Remove();

        Assert.Equal(Backlog.Outcome.Lost, await adding);
    }

    [Fact]
    public void End_SomethingWaits_IsNotSlow()
    {
        _backlog.Add(Max / 2, canWait: true);
        Assert.False(_backlog.IsSlow(0, TimeSpan.FromSeconds(5)));

        _backlog.End();

        Assert.False(_backlog.IsSlow(6_000, TimeSpan.FromSeconds(5)));
    }

    [Fact]
    public async Task End_SendersWait_LetsThemGo()
    {
        _backlog.Add(Max / 2, canWait: true);
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Short);

        _backlog.End();

        Assert.Equal(Backlog.Outcome.Added, await adding);
        Assert.Equal(0, _budget.Used);
    }
}
