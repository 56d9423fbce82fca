namespace Pooling.GameServer.World;

public sealed class CommandAllowanceTests
{
    [Fact]
    public void Earn_WhoSendsAllTheTime_GetsTwoATick()
    {
        var allowance = new CommandAllowance(perTick: 2, atOnce: 30);
        int handled = 0;
        for (int tick = 0; tick < 600; tick++)
        {
            int earned = allowance.Earn();
            allowance.Spend(earned);
            handled += earned;
        }

        Assert.Equal(1200, handled);
    }

    [Fact]
    public void Earn_WhoWasSilent_CatchesUpOnSoManyOnly()
    {
        var allowance = new CommandAllowance(perTick: 2, atOnce: 30);
        for (int tick = 0; tick < 600; tick++)
            allowance.Earn();

        Assert.Equal(30, allowance.Earn());
        allowance.Spend(30);
        Assert.Equal(2, allowance.Earn());
    }
}
