using Pooling.GameServer;

using var interruption = new Interruption();

return await new GameServerProgram(Console.Out, Console.Error, Console.In).Run(args, interruption.Token);
