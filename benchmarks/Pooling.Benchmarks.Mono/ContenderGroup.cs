namespace Pooling.Benchmarks.Mono;

/// <summary>The contenders for a number of messages of one size, with the plain one first.</summary>
internal sealed class ContenderGroup
{
    private ContenderGroup(int messages, int size)
    {
        string id = $"WSC-client-netfx-{messages}x{(size < 1024 ? $"{size}B" : $"{size / 1024}KB")}";
        Title = $"{nameof(ClientReceiveBenchmarks)} on Mono, Messages={messages}, Size={size}";
        Contenders =
        [
            .. from method in typeof(ClientReceiveBenchmarks).GetMethods()
               from row in method.GetCustomAttributes<RowAttribute>()
               orderby row.Role
               let instance = new ClientReceiveBenchmarks(messages, size)
               select new Contender(method.Name, id, row, (Func<long>)method.CreateDelegate(typeof(Func<long>), instance)),
        ];
    }

    internal static IReadOnlyList<ContenderGroup> All { get; } =
    [
        .. from messages in new[] { 100, 1000 }
           from size in new[] { 64, 1024 }
           select new ContenderGroup(messages, size),
    ];

    internal string Title { get; }

    internal IReadOnlyList<Contender> Contenders { get; }

    /// <summary>Runs each contender a few times, and compares its results with those of the first.</summary>
    /// <returns>The name of each contender, and its error, or <see langword="null"/>.</returns>
    internal IEnumerable<(string Name, string? Failure)> Verify()
    {
        const int Calls = 3; // the first creates objects, the later ones reuse them

        long expected = Contenders[0].RunOnce();
        foreach (Contender contender in Contenders)
        {
            string? failure = null;
            for (int i = 0; i < Calls && failure is null; i++)
            {
                long output = contender.RunOnce();
                failure = output == expected ? null : $"call {i + 1} returned {output}, expected {expected}";
            }

            yield return (contender.Name, failure);
        }
    }
}
