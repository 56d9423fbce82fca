namespace Pooling.GameServer;

internal static class SelfCheck
{
    public static int Run(TextWriter output)
    {
        output.WriteLine("Passed: 0, Failed: 0");
        return 0;
    }
}
