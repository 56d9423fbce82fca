namespace Pooling.Benchmarks;

internal static class Program
{
    private static int Main(string[] args) => BenchmarkEntry.Run(args, typeof(Program).Assembly);
}
