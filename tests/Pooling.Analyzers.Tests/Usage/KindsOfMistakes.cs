namespace Pooling.Analyzers.Usage;

/// <summary>Classes of methods that make a mistake each. <c>{|POOL001:text|}</c> is the text that a rule
/// marks.</summary>
internal static partial class KindsOfMistakes
{
    /// <summary>Gets the classes by their kind.</summary>
    internal static IReadOnlyDictionary<string, string> All { get; } = new Dictionary<string, string>
    {
        [nameof(Queues)] = Queues,
        [nameof(Objects)] = Objects,
        [nameof(Lambdas)] = Lambdas,
        [nameof(Contents)] = Contents,
        [nameof(Parts)] = Parts,
        [nameof(Json)] = Json,
        [nameof(Paths)] = Paths,
        [nameof(Shares)] = Shares,
        [nameof(Loops)] = Loops,
    };
}
