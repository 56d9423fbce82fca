namespace Pooling.Benchmarks.Mono;

/// <summary>The contenders for so many messages of one size, the plain way first.</summary>
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

    /// <summary>Runs each contender a few times, and compares what they return with what the first does.</summary>
    /// <returns>For each contender its name and what is wrong with it, or <see langword="null"/>.</returns>
    internal IEnumerable<(string Name, string? Failure)> Verify()
    {
        const int Calls = 3; // the first creates, the later ones use again

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
