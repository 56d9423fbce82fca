namespace Pooling.SoakTests;

/// <summary>One long run with its own check.</summary>
internal interface ISoak
{
    string Name { get; }

    /// <summary>Runs to the end.</summary>
    /// <param name="factor">How many times the ordinary size.</param>
    /// <returns>What was done, in numbers.</returns>
    /// <exception cref="SoakException">An invariant was broken.</exception>
    string Run(int factor);
}
