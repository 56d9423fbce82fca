using Pooling.GameServer.Bots;
using Pooling.GameServer.Hosting;

namespace Pooling.GameServer.Comparing;

public sealed class QuietSecondTests
{
    private static readonly ServerFigures s_much = new()
    {
        Players = 10,
        PacketsIn = 100,
        PacketsOut = 1000,
        AllocatedForPackets = 100_000,
    };

    private readonly QuietSecond _quiet = new();

    [Theory]
    [InlineData(1000, 0, true)]
    [InlineData(1000, 550, true)]
    [InlineData(1000, 551, false)] // too much
    [InlineData(99, 0, false)] // too few packets
    public async Task Excuse_MuchAllocated_NeedsASecondThatWasQuiet(long packetsOut, long allocated, bool isQuiet)
    {
        using var cancellation = new CancellationTokenSource();
        _quiet.Add(s_much);
        _quiet.Add(s_much with { PacketsOut = packetsOut, AllocatedForPackets = allocated });
        if (!isQuiet)
            cancellation.Cancel();

        Task<ServerFigures> excuse = _quiet.Excuse(s_much, cancellation.Token);

        if (isQuiet)
            Assert.True((await excuse).HadQuietSecond);
        else
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => excuse); // still waiting
    }

    [Fact]
    public async Task Excuse_LittleAllocated_WaitsForNothing() =>
        Assert.False((await _quiet.Excuse(s_much with { AllocatedForPackets = 1000 }, CancellationToken.None)).HadQuietSecond);

    [Theory]
    [InlineData(ServerKind.Pooled, 100_000, false, 1)]
    [InlineData(ServerKind.Pooled, 100_000, true, 0)]
    [InlineData(ServerKind.Pooled, 1000, false, 0)]
    [InlineData(ServerKind.Before, 100_000, false, 0)]
    public void Faults_OfARun_TellWhatPacketsCost(object mode, long allocated, bool hadQuietSecond, int faults) =>
        Assert.Equal(faults, new ServerRun((ServerKind)mode,
            s_much with { AllocatedForPackets = allocated, HadQuietSecond = hadQuietSecond }, new BotReport()).Faults.Count);
}
