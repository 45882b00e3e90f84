"""Many games by bots, and what they say about a kit: workers, results, statistics, a report; and an environment for
learners. Loaded only by who asks for it; pictures, clusters and learners need the extra `lab`."""
