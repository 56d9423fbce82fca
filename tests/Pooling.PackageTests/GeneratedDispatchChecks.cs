using Pooling.Dispatch;

namespace Pooling.PackageTests;

/// <summary>Checks dispatchers that the generator of the package creates.</summary>
internal static class GeneratedDispatchChecks
{
    internal static void Run(SelfCheck check)
    {
        var game = new GameHandlers();
        OpcodeDispatcher<int> dispatcher = game.CreateDispatcher();
        int player = 4;
        byte[] payload = new byte[3];

        check.Equal("a generated dispatcher handles", DispatchStatus.Handled, () => dispatcher.Dispatch(in player, 0x2007, payload));
        check.Equal("a generated dispatcher filters", DispatchStatus.Filtered, () => dispatcher.Dispatch(in player, 0x2008, payload, 0b01));
        check.Equal("a generated dispatcher hands over", 7, () => game.Sum);
        check.AllocatesNothing("a generated dispatcher allocates nothing", () => dispatcher.Dispatch(in player, 0x2008, payload));
    }
}
