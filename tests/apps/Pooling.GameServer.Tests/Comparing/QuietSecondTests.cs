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
        Allocated = 100_000,
    };

    private readonly QuietSecond _quiet = new();

    [Theory]
    [InlineData(1000, 0, 0, true)]
    [InlineData(1000, 0, 550, true)]
    [InlineData(1000, 0, 551, false)] // too much
    [InlineData(1000, 2, 550 + (2 * 1024), true)]
    [InlineData(1000, 2, 551 + (2 * 1024), false)] // too much for two chat texts, too
    [InlineData(99, 0, 0, false)] // little to do
    public async Task Excuse_MuchAllocated_NeedsASecondThatWasQuiet(long packetsOut, long chats, long allocated, bool isQuiet)
    {
        using var cancellation = new CancellationTokenSource();
        _quiet.Add(s_much);
        _quiet.Add(s_much with { PacketsOut = packetsOut, ChatAccepted = chats, Allocated = allocated });
        if (!isQuiet)
            cancellation.Cancel();

        Task<ServerFigures> excuse = _quiet.Excuse(s_much, cancellation.Token);

        if (isQuiet)
            Assert.True((await excuse).HadQuietSecond);
        else
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => excuse); // it waits
    }

    [Fact]
    public async Task Excuse_LittleAllocated_WaitsForNothing() =>
        Assert.False((await _quiet.Excuse(s_much with { Allocated = 1000 }, CancellationToken.None)).HadQuietSecond);

    [Theory]
    [InlineData(ServerKind.Pooled, 100_000, false, 1)]
    [InlineData(ServerKind.Pooled, 100_000, true, 0)]
    [InlineData(ServerKind.Pooled, 1000, false, 0)]
    [InlineData(ServerKind.Before, 100_000, false, 0)]
    public void Faults_OfARun_TellWhatPacketsCost(object mode, long allocated, bool hadQuietSecond, int faults) =>
        Assert.Equal(faults, new ServerRun((ServerKind)mode,
            s_much with { Allocated = allocated, HadQuietSecond = hadQuietSecond }, new BotReport()).Faults.Count);
}
