namespace Pooling.Samples.Broker;

/// <summary>Tests of who waits for room, and for how long.</summary>
public sealed class BacklogTests
{
    private const int Max = 100_000;
    private const int Short = MqttBroker.MinCharge;

    private readonly Budget _budget = new(null, 1 << 20);
    private readonly Backlog _backlog;

    public BacklogTests() => _backlog = new Backlog(_budget, Max);

    [Fact]
    public void AddAsync_MuchIsFreeButNotEnough_WaitsInTurn()
    {
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(Short));
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(40_000));

        Task<Backlog.Outcome> first = _backlog.AddAsync(MqttBroker.MaxPacket), second = _backlog.AddAsync(Short);

        _backlog.Remove(Short);
        Assert.False(first.IsCompleted || second.IsCompleted);
        Assert.Equal(Backlog.Outcome.Full, _backlog.Add(Short));
        _backlog.Remove(40_000);
        Assert.True(first.IsCompleted && second.IsCompleted);
        Assert.Equal(MqttBroker.MaxPacket + Short, _budget.Used);
    }

    [Fact]
    public async Task Add_OthersTakeTheBudget_NobodyWaitsForOneForWhomNothingWaits()
    {
        _budget.Add(1 << 20);

        Assert.Equal(Backlog.Outcome.Lost, _backlog.Add(Short + 1));
        Assert.Equal(Backlog.Outcome.Added, _backlog.Add(Short));
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Short + 1);
        Assert.False(adding.IsCompleted); // the clock of the client runs
        _backlog.Remove(Short);

        Assert.Equal(Backlog.Outcome.Lost, await adding);
    }

    [Fact]
    public void End_SomethingWaits_IsNotSlow()
    {
        _backlog.Add(Max);
        Assert.False(_backlog.IsSlow(0, TimeSpan.FromSeconds(5)));

        _backlog.End();

        Assert.False(_backlog.IsSlow(6_000, TimeSpan.FromSeconds(5)));
    }

    [Fact]
    public async Task End_SendersWait_LetsThemGo()
    {
        _backlog.Add(Max);
        Task<Backlog.Outcome> adding = _backlog.AddAsync(Short);

        _backlog.End();

        Assert.Equal(Backlog.Outcome.Added, await adding);
        Assert.Equal(0, _budget.Used);
    }
}
