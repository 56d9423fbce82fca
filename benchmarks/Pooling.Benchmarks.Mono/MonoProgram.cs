namespace Pooling.Benchmarks.Mono;

/// <summary>The program for the smoke run and the ratio run of the rows of the netstandard2.0 asset.</summary>
internal static class MonoProgram
{
    private const string Usage = """
        --smoke                  runs every benchmark three times, compares their outputs, and checks the counting of bytes
        --ratios                 compares every benchmark with its baseline, in interleaved rounds
            --rounds <n>         the number of rounds, 15 by default
            --json <file>        also writes the figures to a file
        """;

    private static int Main(string[] args)
    {
        int code = args switch
        {
            ["--smoke"] => Smoke(),
            ["--ratios", ..] => Ratios(args),
            _ => Refuse(),
        };
        Environment.Exit(code); // Mono can hang at the end of Main
        return code;
    }

    private static int Smoke()
    {
        int passed = 0;
        int failed = 0;
        Say("AllocatedBytes", AllocatedBytes.Check());
        foreach (ContenderGroup group in ContenderGroup.All)
        {
            Console.WriteLine(group.Title);
            foreach ((string name, string? failure) in group.Verify())
                Say(name, failure);

            Say("PooledMemory allocates nothing", AllocatesNothing(group.Contenders[group.Contenders.Count - 1]));
        }

        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;

        void Say(string name, string? failure)
        {
            _ = failure is null ? passed++ : failed++;
            Console.WriteLine(failure is null ? $"  ok   {name}" : $"  FAIL {name}: {failure}");
        }
    }

    private static string? AllocatesNothing(Contender contender)
    {
        const int Calls = 100;
        contender.Run(Calls);
        long bytes = contender.Run(Calls).Bytes;
        return bytes == 0 ? null : $"{contender.Name} allocated {bytes} bytes in {Calls} calls";
    }

    private static int Ratios(string[] args)
    {
        int rounds = 15;
        string? file = null;
        for (int i = 1; i < args.Length; i += 2)
        {
            string? value = i + 1 < args.Length ? args[i + 1] : null;
            if (args[i] == "--json" && value is not null)
                file = value;
            else if (args[i] != "--rounds" || !int.TryParse(value, out rounds) || rounds < 1)
                return Refuse();
        }

        return RatioRun.Run(rounds, file);
    }

    private static int Refuse()
    {
        Console.Error.WriteLine(Usage);
        return 2;
    }
}
